import { resetSwitch } from '../reset/reset-request.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'

/** What the program and its runtime are. */
export interface ProgramVersions {
  readonly version: string
  readonly electron: string
  readonly chromium: string
  readonly node: string
}

/** The switch with which the window opens with few panels and without the saved layout. */
export const SAFE_MODE_SWITCH = '--safe-mode'

/** The switches that print something and open no window. */
export const INFORMATION_SWITCHES = {
  help: ['--help', '-h'],
  version: ['--version', '-v'],
} as const

/** Returns what a person in a terminal asked for; null where the window is to open. */
export function requestedInformation(
  argv: readonly string[],
  versions: ProgramVersions,
): string | null {
  const end = argv.indexOf('--')
  const switches = new Set(end < 0 ? argv : argv.slice(0, end))
  const has = (...names: readonly string[]): boolean => names.some((name) => switches.has(name))
  // An unknown word resets nothing, and the window does not open as if it had.
  if (has(...INFORMATION_SWITCHES.help) || resetSwitch([...switches]) === 'unknown') {
    return `${inEnglish(message('start.usage'))}\n`
  }
  if (!has(...INFORMATION_SWITCHES.version)) return null
  return `${inEnglish(message('start.version', versions))}\n`
}
