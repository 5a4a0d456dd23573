import type { Message } from '../../../shared/messages/message.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { SessionHolder } from '../session/session-holder.js'

/** Trading of the open profile, as the tray shows and halts it. */
export interface TradingControl {
  /** True while trading is halted; null without a session. */
  halted(): boolean | null
  halt(why: Message): Promise<void>
  /** Calls `onChange` when trading is halted or resumed, and when another profile opens. */
  subscribe(onChange: () => void): Disposer
}

/** Creates the control of the session that is open at the time. */
export function tradingControl(
  holder: Pick<SessionHolder, 'current' | 'get' | 'onReplaced'>,
): TradingControl {
  return {
    halted: () => {
      const session = holder.current()
      return session === null ? null : session.connection.view().trading === 'halted'
    },
    async halt(why) {
      await holder.current()?.trading.set('halted', why)
    },
    subscribe(onChange) {
      let stopSession: Disposer = () => undefined
      const follow = (): void => {
        stopSession()
        stopSession = holder.current()?.streams.session.subscribe(onChange) ?? (() => undefined)
        onChange()
      }
      let stopped = false
      void holder.get().then(() => {
        if (!stopped) follow()
      })
      const stopHolder = holder.onReplaced(follow)
      return () => {
        stopped = true
        stopHolder()
        stopSession()
      }
    },
  }
}
