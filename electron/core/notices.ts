import type { Notice } from '../../shared/domain/session/session-view.js'
import type { ClockPort } from './ports.js'
import { inEnglish } from '../../shared/messages/format-message.js'
import type { Message } from '../../shared/messages/message.js'

const MAX_NOTICES = 20

/** Notices for the person, newest last. */
export interface Notices {
  all(): Notice[]
  /** Adds a notice. One with the same code and text replaces the earlier one. */
  add(code: Notice['code'], detail: Message): void
  dismiss(id: string): void
  /** Removes every notice with this code, because its reason is gone. */
  remove(code: Notice['code']): void
}

/** Creates an empty list of notices. */
export function createNotices(clock: ClockPort): Notices {
  let notices: Notice[] = []
  let count = 0
  return {
    all: () => notices,
    add(code, detail) {
      count += 1
      const text = inEnglish(detail)
      notices = [
        ...notices.filter((notice) => notice.code !== code || inEnglish(notice.detail) !== text),
        { id: `${code}-${count}`, code, detail, at: clock.now() },
      ].slice(-MAX_NOTICES)
    },
    dismiss(id) {
      notices = notices.filter((notice) => notice.id !== id)
    },
    remove(code) {
      notices = notices.filter((notice) => notice.code !== code)
    },
  }
}
