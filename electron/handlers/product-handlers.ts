import type { TradingSession } from '../core/session/trading-session.js'
import type { StockInstrument } from '../../shared/domain/instruments/any-instrument.js'
import type { Instrument } from '../../shared/domain/instruments/instrument.js'
import type { Result } from '../../shared/domain/result.js'
import type { AppError } from '../../shared/domain/app/app-error.js'
import type { productContract } from '../../shared/ipc/product-contract.js'
import type { Handlers } from './handler.js'

const isStock = (instrument: Instrument): instrument is StockInstrument =>
  instrument.assetClass === 'stock'

type ProductHandlers = Pick<Handlers, keyof typeof productContract>
type Products = TradingSession['market']['products']

/** Creates the operations that find instruments of every product. */
export function createProductHandlers(session: () => Promise<TradingSession>): ProductHandlers {
  const listed = async <T>(
    read: (products: Products) => Promise<Result<readonly T[], AppError>>,
  ): Promise<Result<T[], AppError>> => {
    const answer = await read((await session()).market.products)
    return answer.ok ? { ok: true, value: [...answer.value] } : answer
  }
  return {
    'instruments.search': async (request) => {
      const answer = await (await session()).market.products.search(request)
      return answer.ok
        ? { ok: true, value: { ...answer.value, matches: [...answer.value.matches] } }
        : answer
    },
    'stocks.list': async ({ kind }) => {
      const found = await (await session()).market.stocks(kind)
      return found.ok ? { ok: true, value: found.value.filter(isStock) } : found
    },
    'options.chain': async ({ symbol }) => (await session()).market.products.optionChain(symbol),
    'futures.classes': () => listed((products) => products.futuresClasses()),
    'futures.products': ({ classId }) => listed((products) => products.futuresProducts(classId)),
    'futures.contracts': ({ code }) => listed((products) => products.futuresContracts(code)),
    'crypto.pairs': () => listed((products) => products.cryptoPairs()),
    'events.categories': () => listed((products) => products.eventCategories()),
    'events.series': ({ category }) => listed((products) => products.eventSeries(category)),
    'events.list': ({ series }) => listed((products) => products.events(series)),
    'events.leagues': () => listed((products) => products.sportLeagues()),
    'events.markets': ({ event }) => listed((products) => products.eventMarkets(event)),
  }
}
