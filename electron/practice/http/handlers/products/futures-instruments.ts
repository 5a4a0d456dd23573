import { err, ok } from '../../../../../shared/domain/result.js'
import { futuresDate } from '../../../../../shared/domain/market/product-hours.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import { listedContracts, mainSymbol, productOf } from '../../../market/futures/contracts.js'
import { FUTURES_PRODUCTS } from '../../../market/futures/products.js'
import { PRODUCT_CLASSES, type FuturesProduct } from '../../../market/futures/product-terms.js'
import type { Services } from '../../operations/services.js'
import { json } from '../../message/answer.js'
import type { Handlers } from '../../operations/handler.js'
import { stepText } from '../../../model/product-figures.js'
import { refused } from '../../message/refusal.js'
import { MAX_SYMBOLS, splitList } from '../market-data/market-requests.js'

const className = (id: number): string =>
  PRODUCT_CLASSES.find((productClass) => productClass.id === id)?.name ?? ''

/**
 * Formats a listed contract; null when the symbol is no future. Cash-settled contracts have no
 * notice dates.
 */
function wireContract({ market }: Services, symbol: string) {
  const instrument = market.instrument(symbol)
  const contract = market.contract(symbol)
  if (instrument?.product !== 'FUTURES' || contract === undefined) return null
  const { product, dates } = contract
  const notice =
    dates.firstNotice === null
      ? {}
      : { first_notice_date: dates.firstNotice, last_notice_date: dates.lastNotice }
  return {
    symbol,
    instrument_id: instrument.instrumentId,
    contract_id: instrument.instrumentId,
    exchange_code: product.exchangeCode,
    code: product.code,
    name: instrument.name,
    product_class_id: product.classId,
    product_class_name: className(product.classId),
    status: instrument.status,
    currency: 'USD',
    contract_month: contract.contractMonth,
    settlement_date: dates.settlement,
    size: String(product.point),
    unit: ASSUMPTIONS.sessionData.contractUnit,
    min_tick: stepText(instrument.grid[0]?.step ?? 0, instrument.scale),
    ...notice,
    first_trading_date: dates.firstTrading,
    last_trading_date: dates.lastTrading,
    contract_type: instrument.continuous ? 'MAIN' : 'MONTHLY',
    settlement: product.delivery,
  }
}

/** Lists the continuous symbol first, then the contract months. */
function symbolsOf(product: FuturesProduct, services: Services): readonly string[] {
  const now = services.now()
  return [
    mainSymbol(product),
    ...listedContracts(product, futuresDate(now), now).map(({ symbol }) => symbol),
  ]
}

type FuturesListId =
  | 'trading.futures.contracts'
  | 'trading.futures.classes'
  | 'trading.futures.codes'

export const futuresInstrumentHandlers: Pick<Handlers, FuturesListId> = {
  'trading.futures.contracts': (request, { services }) => {
    const named = request.symbols === undefined ? null : splitList(request.symbols)
    if (named !== null && named.length > MAX_SYMBOLS) {
      return err(refused(CODES.tooManySymbols, `At most ${MAX_SYMBOLS} symbols are allowed.`))
    }
    if (named !== null && request.code !== undefined) {
      return err(refused(CODES.invalidParameter, 'Either symbols or code may be given, not both.'))
    }
    const product = request.code === undefined ? undefined : productOf(request.code)
    if (request.code !== undefined && product === undefined) {
      return err(refused(CODES.instrumentNotFound, 'The product code is not known.'))
    }
    const products = product === undefined ? FUTURES_PRODUCTS : [product]
    const symbols = named ?? products.flatMap((product) => symbolsOf(product, services))
    const status = request.status ?? 'OC'
    // Continuous contracts cannot be traded, but they are listed to show which month is the main
    // one.
    return ok(
      json(
        symbols
          .map((symbol) => wireContract(services, symbol))
          .filter((row) => row !== null)
          .filter(
            (row) =>
              row.status === status ||
              (request.status === undefined && row.contract_type === 'MAIN'),
          ),
      ),
    )
  },

  'trading.futures.classes': () =>
    ok(
      json(
        PRODUCT_CLASSES.map(({ id, name }) => ({ product_class_id: id, product_class_name: name })),
      ),
    ),

  'trading.futures.codes': (request) => {
    const requestedClass = request.product_class_id
    if (
      requestedClass !== undefined &&
      !PRODUCT_CLASSES.some(({ id }) => String(id) === requestedClass)
    ) {
      return err(refused(CODES.invalidParameter, 'product_class_id is not known.'))
    }
    return ok(
      json(
        FUTURES_PRODUCTS.filter(
          ({ classId }) => requestedClass === undefined || String(classId) === requestedClass,
        ).map(({ code, name, classId, exchangeCode }) => ({
          code,
          name,
          product_class_id: classId,
          product_class_name: className(classId),
          exchange_code: exchangeCode,
        })),
      ),
    )
  },
}
