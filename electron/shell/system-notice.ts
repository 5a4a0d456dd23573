import { Notification } from 'electron'
import type { Disposer } from '../../shared/domain/brand.js'

/** What a notification of the system says. Plain text: it may lie on a screen that anybody sees. */
export interface NoticeWords {
  readonly title: string
  readonly body: string
}

/** Those that stand: one that nothing holds on to is collected, and its click with it. */
const standing = new Set<Notification>()

/**
 * Shows a notification of the system, without any button: a click on it brings the person here, and
 * does nothing else (rule 17).
 * Answers how to take it back; null where the system has no notifications.
 */
export function showNotice(words: NoticeWords, onClick: () => void): Disposer | null {
  if (!Notification.isSupported()) return null
  const notice = new Notification({ title: words.title, body: words.body })
  standing.add(notice)
  notice.on('click', onClick)
  for (const event of ['close', 'failed'] as const) {
    notice.on(event as 'close', () => void standing.delete(notice))
  }
  notice.show()
  return () => {
    standing.delete(notice)
    notice.close()
  }
}
