/**
 * The crypto pairs of the practice market, against the dollar. IBIT holds bitcoin and moves with it
 * to the minute; the others follow in part. Prices and daily amounts are invented but plausible.
 */
export interface CryptoPair {
  /** For example "BTCUSD". */
  readonly symbol: string
  readonly name: string
  readonly price: string
  readonly tick: string
  /** Decimal places of its prices and sizes; absent: as a stock's price, and eight. */
  readonly places?: { readonly price: number; readonly size: number }
  /** The unit of the tape, in coins; a power of ten, at least 0.00000001. */
  readonly unit: string
  /** Units per round size. */
  readonly lot: number
  /** Its share of bitcoin's moves, and its own daily volatility in percent. */
  readonly share: number
  readonly ownVolatility: number
  /** Millions of dollars on an average day. */
  readonly dollars: number
  readonly minQuantity: string
  readonly maxQuantity: string
  readonly instrumentId: string
}

/** Minimum and maximum amount of one order, in dollars. */
export const CRYPTO_AMOUNT = { min: '2', max: '100000' } as const
export const CRYPTO_FOLLOWS = 'IBIT'

export const CRYPTO_PAIRS: readonly CryptoPair[] = [
  {
    symbol: 'BTCUSD',
    name: 'Bitcoin',
    price: '96650.00',
    tick: '0.01',
    unit: '0.0001',
    lot: 100,
    share: 1,
    ownVolatility: 0,
    dollars: 46,
    minQuantity: '0.00001',
    maxQuantity: '20',
    instrumentId: '950160804',
  },
  {
    symbol: 'ETHUSD',
    name: 'Ethereum',
    price: '3182.00',
    tick: '0.01',
    unit: '0.001',
    lot: 100,
    share: 1.15,
    ownVolatility: 1.7,
    dollars: 31,
    minQuantity: '0.0001',
    maxQuantity: '500',
    instrumentId: '950160802',
  },
  {
    symbol: 'SOLUSD',
    name: 'Solana',
    price: '141.20',
    tick: '0.01',
    unit: '0.01',
    lot: 100,
    share: 1.3,
    ownVolatility: 2.6,
    dollars: 17,
    minQuantity: '0.001',
    maxQuantity: '10000',
    instrumentId: '950188612',
  },
  {
    symbol: 'XRPUSD',
    name: 'XRP',
    price: '2.2100',
    tick: '0.0001',
    unit: '1',
    lot: 100,
    share: 1.05,
    ownVolatility: 2.9,
    dollars: 14,
    minQuantity: '0.1',
    maxQuantity: '500000',
    instrumentId: '950160811',
  },
  {
    symbol: 'DOGEUSD',
    name: 'Dogecoin',
    price: '0.1580',
    tick: '0.0001',
    unit: '1',
    lot: 500,
    share: 1.2,
    ownVolatility: 3.3,
    dollars: 3.4,
    minQuantity: '1',
    maxQuantity: '5000000',
    instrumentId: '950160808',
  },
  {
    symbol: 'ADAUSD',
    name: 'Cardano',
    price: '0.4980',
    tick: '0.0001',
    unit: '1',
    lot: 200,
    share: 1.15,
    ownVolatility: 2.8,
    dollars: 2.6,
    minQuantity: '1',
    maxQuantity: '2000000',
    instrumentId: '950178814',
  },
  {
    symbol: 'LINKUSD',
    name: 'Chainlink',
    price: '13.940',
    tick: '0.001',
    unit: '0.1',
    lot: 50,
    share: 1.2,
    ownVolatility: 2.9,
    dollars: 2.2,
    minQuantity: '0.01',
    maxQuantity: '50000',
    instrumentId: '950178816',
  },
  {
    symbol: 'AVAXUSD',
    name: 'Avalanche',
    price: '14.850',
    tick: '0.001',
    unit: '0.1',
    lot: 50,
    share: 1.25,
    ownVolatility: 3.1,
    dollars: 1.7,
    minQuantity: '0.01',
    maxQuantity: '50000',
    instrumentId: '950188614',
  },
  {
    symbol: 'LTCUSD',
    name: 'Litecoin',
    price: '94.60',
    tick: '0.01',
    unit: '0.01',
    lot: 100,
    share: 0.95,
    ownVolatility: 2.3,
    dollars: 2.1,
    minQuantity: '0.001',
    maxQuantity: '10000',
    instrumentId: '950160806',
  },
  {
    symbol: 'BCHUSD',
    name: 'Bitcoin Cash',
    price: '498.00',
    tick: '0.01',
    unit: '0.01',
    lot: 20,
    share: 1,
    ownVolatility: 2.4,
    dollars: 1.8,
    minQuantity: '0.001',
    maxQuantity: '2000',
    instrumentId: '950160807',
  },
  {
    symbol: 'DOTUSD',
    name: 'Polkadot',
    price: '2.7400',
    tick: '0.0001',
    unit: '0.1',
    lot: 100,
    share: 1.2,
    ownVolatility: 3,
    dollars: 0.9,
    minQuantity: '0.1',
    maxQuantity: '300000',
    instrumentId: '950178818',
  },
  {
    symbol: 'UNIUSD',
    name: 'Uniswap',
    price: '7.2100',
    tick: '0.0001',
    unit: '0.1',
    lot: 50,
    share: 1.25,
    ownVolatility: 3.4,
    dollars: 0.8,
    minQuantity: '0.01',
    maxQuantity: '100000',
    instrumentId: '950178819',
  },
  {
    symbol: 'AAVEUSD',
    name: 'Aave',
    price: '172.50',
    tick: '0.01',
    unit: '0.01',
    lot: 50,
    share: 1.25,
    ownVolatility: 3.2,
    dollars: 0.7,
    minQuantity: '0.001',
    maxQuantity: '5000',
    instrumentId: '950188621',
  },
  {
    symbol: 'SHIBUSD',
    name: 'Shiba Inu',
    price: '0.00001214',
    tick: '0.00000001',
    places: { price: 8, size: 4 },
    unit: '1000',
    lot: 1000,
    share: 1.2,
    ownVolatility: 3.3,
    dollars: 1.1,
    minQuantity: '1',
    maxQuantity: '5000000000',
    instrumentId: '950188630',
  },
]
