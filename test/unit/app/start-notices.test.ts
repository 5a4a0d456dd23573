import { describe, expect, it } from 'vitest'
import { StartNotices } from '../../../electron/app/session/start-notices.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { epochMs } from '../../../shared/domain/time.js'
import { REGISTER_FILE } from '../../../electron/core/files/file-register.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { foreign } from '../../../shared/messages/make-message.js'
import { createNotices } from '../../../electron/core/notices.js'

const DAMAGED = { code: 'preferences-set-aside', detail: foreign('preferences.json') } as const

/** A session that has only notices. */
function createSession() {
  const notices = createNotices({ now: () => epochMs(0), monotonic: () => 0 })
  const changed = createEmitter<void>()
  const session = {
    connection: {
      addNotice: (...[code, detail]: Parameters<typeof notices.add>) => notices.add(code, detail),
      view: () => ({ notices: notices.all() }),
    },
    streams: { session: { subscribe: (listener: () => void) => changed.add(listener) } },
  } as unknown as Parameters<StartNotices['show']>[0]
  return {
    session,
    codes: () => notices.all().map(({ code }) => code),
    dismissAll: () => {
      for (const { id } of notices.all()) notices.dismiss(id)
      changed.emit()
    },
    change: () => changed.emit(),
  }
}

describe('REL-38: notices of the start', () => {
  it('are shown by a session that replaces the one before anybody looked', () => {
    const notices = new StartNotices()
    const [first, second] = [createSession(), createSession()]
    notices.add(DAMAGED)
    notices.show(first.session)
    first.change()
    notices.show(second.session)
    expect([first.codes(), second.codes()]).toEqual([[DAMAGED.code], [DAMAGED.code]])
  })

  it('are not shown again once the person dismissed them', () => {
    const notices = new StartNotices()
    const [first, second] = [createSession(), createSession()]
    notices.show(first.session)
    notices.add(DAMAGED)
    expect(first.codes()).toEqual([DAMAGED.code])
    first.dismissAll()
    notices.show(second.session)
    expect(second.codes()).toEqual([])
  })

  it.each([
    ['assistants.json', 'assistant access was switched off. The Instructions panel shows'],
    [REGISTER_FILE, 'Whether assistants have access did not change'],
  ])('say of access only what is true when %s is damaged', (file, text) => {
    const notices = new StartNotices()
    const { session } = createSession()
    const damage = { file, problem: 'damaged', aside: null, at: epochMs(0) } as const
    notices.collect(
      {
        preferences: { setAside: null },
        profiles: { setAside: null },
        accessFiles: { get: () => [damage], subscribe: () => () => undefined },
        files: {
          register: { get: () => [], subscribe: () => () => undefined, dismiss: () => undefined },
        },
      },
      null,
    )
    notices.show(session)
    const details = session.connection.view().notices.map(({ detail }) => inEnglish(detail))
    expect(details).toEqual([expect.stringContaining(text)])
  })
})
