import { describe, expect, it } from 'vitest'
import { guardedPreferences } from '../../../../electron/app/settings/guarded-preferences.js'
import { DEFAULT_PREFERENCES, type Preferences } from '../../../../shared/domain/app/preferences.js'

function start(steppedUp: boolean) {
  const state = { value: DEFAULT_PREFERENCES, full: false }
  const stored = {
    get: () => state.value,
    set(change: Partial<Preferences>) {
      if (state.full) throw new Error('disk full')
      state.value = { ...state.value, ...change }
      return state.value
    },
  }
  return { state, preferences: guardedPreferences(stored, { steppedUp: () => steppedUp }) }
}

describe('CONFIRM-42: the setting that accepts approvals without an observed press', () => {
  it('is off by default, and switched on only after a step-up', () => {
    const { state, preferences } = start(false)
    expect(preferences.get().assistiveApproval).toBe(false)
    const refused = preferences.set({ assistiveApproval: true })
    expect(!refused.ok && refused.error.code).toBe('lock/step-up')
    expect(state.value.assistiveApproval).toBe(false)
    const { state: proven, preferences: unlocked } = start(true)
    expect(unlocked.set({ assistiveApproval: true }).ok).toBe(true)
    expect(proven.value.assistiveApproval).toBe(true)
  })

  it('is switched off without one, as every other setting is changed', () => {
    const { state, preferences } = start(false)
    state.value = { ...DEFAULT_PREFERENCES, assistiveApproval: true }
    expect(preferences.set({ assistiveApproval: false }).ok).toBe(true)
    expect(preferences.set({ theme: 'light' }).ok).toBe(true)
    expect(state.value).toMatchObject({ assistiveApproval: false, theme: 'light' })
  })

  it('says that a change was not saved', () => {
    const { state, preferences } = start(true)
    state.full = true
    const failed = preferences.set({ theme: 'light' })
    expect(!failed.ok && failed.error.code).toBe('storage/failed')
  })
})
