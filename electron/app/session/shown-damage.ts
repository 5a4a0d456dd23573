import { damageMessage } from '../../core/files/damage-message.js'
import type { FileDamage, FileRegister } from '../../core/files/file-register.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

type ShowingSession = Pick<TradingSession, 'streams'> & {
  readonly connection: Pick<TradingSession['connection'], 'addNotice' | 'view'>
}

/**
 * Shows which of a profile's data were lost, in this run and in earlier ones. Each is shown until
 * the person dismisses it.
 */
export function showFileDamage(
  register: Pick<FileRegister, 'get' | 'subscribe' | 'dismiss'>,
  session: ShowingSession,
): Disposer {
  const noticeTexts = new Map<FileDamage, string>()
  const show = (): void => {
    for (const damage of register.get().filter((entry) => !noticeTexts.has(entry))) {
      const detail = damageMessage(damage)
      noticeTexts.set(damage, inEnglish(detail))
      session.connection.addNotice('file-damaged', detail)
    }
  }
  const forgetDismissed = (): void => {
    const texts = new Set(session.connection.view().notices.map(({ detail }) => inEnglish(detail)))
    for (const [damage, text] of noticeTexts) {
      if (texts.has(text) || !register.get().includes(damage)) continue
      register.dismiss(damage)
    }
  }
  show()
  const stops = [register.subscribe(show), session.streams.session.subscribe(forgetDismissed)]
  return () => {
    for (const stop of stops) stop()
  }
}
