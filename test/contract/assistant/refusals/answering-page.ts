import { systemClock } from '../../../../electron/adapters/clock.js'
import { systemTimers } from '../../../../electron/adapters/timers.js'
import { systemRandom } from '../../../../electron/adapters/random.js'
import { randomHex } from '../../../../electron/core/hex.js'
import type { WindowAccessDeps } from '../../../../electron/core/instructions/window/window-access.js'
import { WindowChangeBook } from '../../../../electron/core/instructions/window/window-change-book.js'
import type { TradingSession } from '../../../../electron/core/session/trading-session.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { ok } from '../../../../shared/domain/result.js'
import { fakeDocument } from '../../../fakes/document.js'

/** A window whose page carries out every request at once. */
export function answeringPage(session: TradingSession): WindowAccessDeps {
  const audit = { append: () => Promise.resolve(ok({ seq: 1, hash: '' })) }
  const book = new WindowChangeBook({
    file: fakeDocument(),
    clock: systemClock,
    timers: systemTimers,
    log: { event: () => undefined },
    newId: () => randomHex(systemRandom, 8),
    audit,
    parts: session,
    watchlists: session.watchlists,
    onDamaged: () => undefined,
  })
  book.requests.onChange(() => {
    for (const { id, change } of book.requests.all()) {
      const shown = change.kind === 'ticket' ? change.fill.symbol : change.symbol
      const [before, after] = [symbol('SPY'), shown].map(
        (name) => ({ symbol: name, timespan: 'M5' }) as const,
      )
      if (before === undefined || after === undefined) continue
      void Promise.resolve().then(() => book.answer(id, { kind: 'done', before, after }))
    }
  })
  return {
    book,
    audit,
    refusals: { record: () => Promise.resolve() },
    clock: systemClock,
    isShown: true,
    locked: () => false,
    isCardOpen: () => false,
  }
}
