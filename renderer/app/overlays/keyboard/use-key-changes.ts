import { useState } from 'react'
import {
  DEFAULT_KEY_BINDINGS,
  type KeyBindings,
  type KeyPreset,
} from '../../../../shared/domain/app/key-bindings.js'
import { describeError } from '../../../language/error-message.js'
import { useMainWindow } from '../../../stores/context.js'
import { loadPreferences, setPreferences } from '../../../stores/preferences.js'
import { toast, toastError } from '../../../stores/toasts.js'
import {
  conflictsOf,
  useBindings,
  withChord,
  withChordTaken,
  withoutChange,
} from '../../commands/bindings.js'
import type { AppCommand } from '../../commands/command.js'
import { COMMANDS } from '../../commands/commands.js'
import { isMac } from '../../commands/platform.js'
import { reservation, type Reservation } from '../../commands/reserved.js'
import { usableBindings } from './import-bindings.js'

/** Why a recorded chord was not taken yet. */
export type ChordProblem =
  | { readonly kind: 'reserved'; readonly chord: string; readonly why: Reservation }
  | { readonly kind: 'taken'; readonly chord: string; readonly others: readonly AppCommand[] }

/** The person's shortcuts, and every way to change them. */
export function useKeyChanges() {
  const mainWindow = useMainWindow()
  const { preferences, invoke, toasts } = mainWindow
  const bindings = useBindings()
  /** The command whose chord is recorded or in question; null for none. */
  const [active, setActive] = useState<AppCommand | null>(null)
  const [problem, setProblem] = useState<ChordProblem | null>(null)
  const finish = (): void => {
    setActive(null)
    setProblem(null)
  }
  const save = async (next: KeyBindings): Promise<boolean> => {
    finish()
    const keyBindings = { preset: next.preset, chords: { ...next.chords } }
    const refused = await setPreferences(preferences, invoke, { keyBindings })
    if (refused === null) return true
    await loadPreferences(preferences, invoke)
    toast(toasts, 'bad', ({ settings }) => settings.notSaved)
    return false
  }
  return {
    bindings,
    active,
    problem,
    record(command: AppCommand) {
      setProblem(null)
      setActive(command)
    },
    finish,
    recorded(command: AppCommand, chord: string | null) {
      const why = chord === null ? null : reservation(chord, isMac)
      const others = conflictsOf(command.id, chord, COMMANDS, bindings)
      if (chord !== null && why !== null) setProblem({ kind: 'reserved', chord, why })
      else if (chord !== null && others.length > 0) setProblem({ kind: 'taken', chord, others })
      else void save(withChord(bindings, command, chord))
    },
    recordedSign: (chord: string) => setProblem({ kind: 'reserved', chord, why: 'alt-graph' }),
    takeOver: (command: AppCommand, chord: string) =>
      void save(withChordTaken(bindings, command, chord, COMMANDS)),
    reset(command: AppCommand) {
      void save(withoutChange(bindings, command))
    },
    resetAll: () => void save({ ...DEFAULT_KEY_BINDINGS, preset: bindings.preset }),
    choosePreset: (preset: KeyPreset) => void save({ ...bindings, preset }),
    async exportFile() {
      const reply = await invoke('keys.export', {})
      if (!reply.ok) toastError(toasts, reply.error, describeError)
      else if (reply.value.saved) toast(toasts, 'good', ({ shortcuts }) => shortcuts.exported)
    },
    async importFile() {
      const reply = await invoke('keys.import', {})
      if (!reply.ok) return void toastError(toasts, reply.error, describeError)
      if (reply.value.bindings === null) return
      const { bindings: next, skipped } = usableBindings(reply.value.bindings, COMMANDS, isMac)
      if (!(await save(next))) return
      toast(toasts, skipped.length === 0 ? 'good' : 'warn', ({ shortcuts }) => shortcuts.imported, {
        detail: skipped.length === 0 ? null : ({ shortcuts }) => shortcuts.skipped(skipped),
      })
    },
  }
}

export type KeyChanges = ReturnType<typeof useKeyChanges>
