import { describe, expect, it } from 'vitest'
import { guardedPreferences } from '../../../../electron/app/settings/guarded-preferences.js'
import type { MessageBox } from '../../../../electron/app/windows/message-box.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { DEFAULT_PREFERENCES, type Preferences } from '../../../../shared/domain/app/preferences.js'

function start(steppedUp: boolean, answer = 1) {
  const state = { value: DEFAULT_PREFERENCES, full: false }
  const stored = {
    get: () => state.value,
    set(change: Partial<Preferences>) {
      if (state.full) throw new Error('disk full')
      state.value = { ...state.value, ...change }
      return state.value
    },
  }
  const questions: MessageBox[] = []
  const preferences = guardedPreferences(
    stored,
    { steppedUp: () => steppedUp },
    {
      ask: (question) => (questions.push(question), Promise.resolve(answer)),
      language: { write: inEnglish },
    },
    { event: () => undefined },
  )
  return { state, questions, preferences }
}

describe('CONFIRM-42: the setting that accepts approvals without an observed press', () => {
  it('is off by default, and switched on only after a step-up', async () => {
    const { state, preferences } = start(false)
    expect(preferences.get().assistiveApproval).toBe(false)
    const refused = await preferences.set({ assistiveApproval: true })
    expect(!refused.ok && refused.error.code).toBe('lock/step-up')
    expect(state.value.assistiveApproval).toBe(false)
    const { state: proven, preferences: unlocked } = start(true)
    expect((await unlocked.set({ assistiveApproval: true })).ok).toBe(true)
    expect(proven.value.assistiveApproval).toBe(true)
  })

  it('is switched on only by the person’s answer to a native question, which keeps it off first', async () => {
    const { state, questions, preferences } = start(true, 0)
    const reply = await preferences.set({ assistiveApproval: true })
    expect(reply.ok && reply.value.assistiveApproval).toBe(false)
    expect(state.value.assistiveApproval).toBe(false)
    expect(questions).toMatchObject([
      { buttons: ['Keep off', 'Accept'], defaultId: 0, cancelId: 0 },
    ])
  })

  it('is switched off without one, as every other setting is changed', async () => {
    const { state, preferences } = start(false)
    state.value = { ...DEFAULT_PREFERENCES, assistiveApproval: true }
    expect((await preferences.set({ assistiveApproval: false })).ok).toBe(true)
    expect((await preferences.set({ theme: 'light' })).ok).toBe(true)
    expect(state.value).toMatchObject({ assistiveApproval: false, theme: 'light' })
  })

  it('says that a change was not saved', async () => {
    const { state, preferences } = start(true)
    state.full = true
    const failed = await preferences.set({ theme: 'light' })
    expect(!failed.ok && failed.error.code).toBe('storage/failed')
  })
})
