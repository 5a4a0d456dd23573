import type { Notice } from '../../../shared/domain/session/session-view.js'
import type { ClockPort } from '../ports.js'

const MAX_NOTICES = 20

/** Notices for the person, newest last. */
export interface Notices {
  all(): Notice[]
  /** Adds a notice. One with the same code and text replaces the earlier one. */
  add(code: Notice['code'], detail: string): void
  dismiss(id: string): void
}

/** Creates an empty list of notices. */
export function createNotices(clock: ClockPort): Notices {
  let notices: Notice[] = []
  let count = 0
  return {
    all: () => notices,
    add(code, detail) {
      count += 1
      const text = detail.slice(0, 500)
      notices = [
        ...notices.filter((notice) => notice.code !== code || notice.detail !== text),
        { id: `${code}-${count}`, code, detail: text, at: clock.now() },
      ].slice(-MAX_NOTICES)
    },
    dismiss(id) {
      notices = notices.filter((notice) => notice.id !== id)
    },
  }
}
