import type { InstrumentMatch } from '../../shared/domain/instruments/instrument-match.js'
import type { WindowText } from '../../shared/messages/window-text.js'
import { formatDay, instrumentName, symbolInstrument } from './instrument-name.js'

/** What a list of search results shows of one instrument. */
export interface MatchText {
  readonly title: string
  readonly name: string
  /** The product, and what distinguishes this instrument from its neighbors. */
  readonly aside: string
}

/** Names a search result as a trader does. */
export function matchText(match: InstrumentMatch, text: WindowText['instruments']): MatchText {
  const { symbol, assetClass, name, exchange, expires, isFront } = match
  const title = instrumentName(symbolInstrument(symbol, assetClass), text)
  switch (assetClass) {
    case 'stock':
      return { title, name, aside: exchange }
    case 'option':
      return { title, name, aside: text.classes.option }
    case 'futures':
      return {
        title,
        name,
        aside: isFront
          ? text.front
          : expires === null
            ? text.classes.futures
            : text.lastTrade(formatDay(expires)),
      }
    case 'crypto':
      return { title, name, aside: text.classes.crypto }
    case 'event':
      // The question says more than its symbol.
      return name === ''
        ? { title, name, aside: text.classes.event }
        : { title: name, name: exchange === '' ? title : exchange, aside: text.classes.event }
  }
}
