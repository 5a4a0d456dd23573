/**
 * The symbols of the practice market: real names and exchanges, invented but plausible levels. Reference price in USD,
 * daily volatility in percent, beta to the market, daily volume in millions of shares.
 */

export const SECTORS = ['broad', 'tech', 'communication', 'discretionary', 'staples', 'health', 'financial', 'energy', 'industrial', 'utilities', 'bonds', 'gold', 'crypto'] as const
export type Sector = (typeof SECTORS)[number]

type Exchange = 'NSQ' | 'NYS' | 'PSE' | 'ASE' | 'BAT'
type Mark = 'hard-to-borrow' | 'no-short' | 'no-margin' | 'whole-shares' | 'no-overnight' | 'close-only' | 'crypto-etf'

export interface UniverseRow {
  readonly symbol: string
  readonly name: string
  readonly exchange: Exchange
  readonly kind: 'stock' | 'etf'
  readonly sector: Sector
  readonly price: string
  readonly volatility: number
  readonly beta: number
  readonly volume: number
  readonly instrumentId: string
  readonly marks: readonly Mark[]
  readonly leverage: string | null
}

const stock = (
  symbol: string, name: string, exchange: Exchange, sector: Sector, price: string, volatility: number, beta: number, volume: number, instrumentId: string,
  ...marks: readonly Mark[]
): UniverseRow => ({ symbol, name, exchange, kind: 'stock', sector, price, volatility, beta, volume, instrumentId, marks, leverage: null })

const etf = (
  symbol: string, name: string, exchange: Exchange, sector: Sector, price: string, volatility: number, beta: number, volume: number, instrumentId: string,
  leverage: string | null = null, ...marks: readonly Mark[]
): UniverseRow => ({ symbol, name, exchange, kind: 'etf', sector, price, volatility, beta, volume, instrumentId, marks, leverage })

export const UNIVERSE: readonly UniverseRow[] = [
  etf('SPY', 'SPDR S&P 500 ETF Trust', 'PSE', 'broad', '672.40', 0.95, 1, 68, '913243251'),
  etf('QQQ', 'Invesco QQQ Trust', 'NSQ', 'tech', '606.85', 1.25, 1.18, 46, '913243087'),
  etf('IWM', 'iShares Russell 2000 ETF', 'PSE', 'broad', '241.30', 1.35, 1.15, 29, '913243156'),
  etf('DIA', 'SPDR Dow Jones Industrial Average ETF Trust', 'PSE', 'broad', '468.90', 0.85, 0.88, 3.4, '913243161'),
  etf('TQQQ', 'ProShares UltraPro QQQ', 'NSQ', 'tech', '104.25', 3.7, 3.5, 62, '913732468', '3'),
  etf('SQQQ', 'ProShares UltraPro Short QQQ', 'NSQ', 'tech', '14.06', 3.7, -3.5, 118, '913732469', '-3'),
  etf('SH', 'ProShares Short S&P500', 'PSE', 'broad', '36.42', 0.95, -1, 5.2, '913244089', '-1'),
  etf('XLF', 'Financial Select Sector SPDR Fund', 'PSE', 'financial', '52.75', 1.1, 0.95, 38, '913243588'),
  etf('XLE', 'Energy Select Sector SPDR Fund', 'PSE', 'energy', '89.60', 1.45, 0.7, 15, '913243584'),
  etf('TLT', 'iShares 20+ Year Treasury Bond ETF', 'NSQ', 'bonds', '89.15', 0.85, -0.1, 34, '913243520'),
  etf('GLD', 'SPDR Gold Shares', 'PSE', 'gold', '376.20', 1.05, 0.05, 11, '913243597'),
  etf('IBIT', 'iShares Bitcoin Trust ETF', 'NSQ', 'crypto', '54.80', 2.9, 1.1, 48, '950182713', null, 'crypto-etf'),
  stock('AAPL', 'Apple Inc.', 'NSQ', 'tech', '271.50', 1.6, 1.15, 48, '913256135'),
  stock('MSFT', 'Microsoft Corporation', 'NSQ', 'tech', '509.90', 1.4, 1.05, 22, '913323997'),
  stock('NVDA', 'NVIDIA Corporation', 'NSQ', 'tech', '188.15', 2.8, 1.75, 165, '913257561'),
  stock('AMZN', 'Amazon.com, Inc.', 'NSQ', 'discretionary', '233.70', 1.9, 1.25, 41, '913256180'),
  stock('GOOGL', 'Alphabet Inc. Class A', 'NSQ', 'communication', '287.40', 1.8, 1.1, 34, '913257299'),
  stock('META', 'Meta Platforms, Inc.', 'NSQ', 'communication', '618.25', 2.1, 1.25, 15, '913303928'),
  stock('TSLA', 'Tesla, Inc.', 'NSQ', 'discretionary', '418.60', 3.4, 1.9, 88, '913255598'),
  stock('AVGO', 'Broadcom Inc.', 'NSQ', 'tech', '352.10', 2.6, 1.5, 23, '913256137'),
  stock('AMD', 'Advanced Micro Devices, Inc.', 'NSQ', 'tech', '236.45', 3.1, 1.8, 52, '913254235'),
  stock('INTC', 'Intel Corporation', 'NSQ', 'tech', '36.85', 3, 1.2, 85, '913257268'),
  stock('NFLX', 'Netflix, Inc.', 'NSQ', 'communication', '110.35', 2, 1.1, 31, '913257027'),
  stock('PLTR', 'Palantir Technologies Inc.', 'NSQ', 'tech', '172.90', 3.6, 1.8, 58, '950172441'),
  stock('COIN', 'Coinbase Global, Inc.', 'NSQ', 'crypto', '262.30', 4.1, 2, 11, '950178054'),
  stock('BRK.B', 'Berkshire Hathaway Inc. Class B', 'NYS', 'financial', '501.75', 1, 0.7, 4.3, '913254998'),
  stock('JPM', 'JPMorgan Chase & Co.', 'NYS', 'financial', '306.20', 1.4, 1.05, 9.2, '913254947'),
  stock('BAC', 'Bank of America Corporation', 'NYS', 'financial', '52.40', 1.6, 1.15, 36, '913254986'),
  stock('V', 'Visa Inc. Class A', 'NYS', 'financial', '333.10', 1.2, 0.85, 6.1, '913256061'),
  stock('UNH', 'UnitedHealth Group Incorporated', 'NYS', 'health', '321.45', 2, 0.55, 9.8, '913255891'),
  stock('JNJ', 'Johnson & Johnson', 'NYS', 'health', '201.80', 1, 0.4, 8.1, '913255192'),
  stock('PFE', 'Pfizer Inc.', 'NYS', 'health', '24.90', 1.5, 0.5, 46, '913255371'),
  stock('KO', 'The Coca-Cola Company', 'NYS', 'staples', '71.15', 0.95, 0.4, 16, '913255218'),
  stock('WMT', 'Walmart Inc.', 'NSQ', 'staples', '103.60', 1.2, 0.6, 19, '913324548'),
  stock('COST', 'Costco Wholesale Corporation', 'NSQ', 'staples', '902.35', 1.3, 0.8, 2.2, '913256421'),
  stock('XOM', 'Exxon Mobil Corporation', 'NYS', 'energy', '117.95', 1.5, 0.75, 14, '913255007'),
  stock('CVX', 'Chevron Corporation', 'NYS', 'energy', '154.70', 1.4, 0.75, 7.6, '913254555'),
  stock('BA', 'The Boeing Company', 'NYS', 'industrial', '189.50', 2.1, 1.2, 8.4, '913254510'),
  stock('CAT', 'Caterpillar Inc.', 'NYS', 'industrial', '556.80', 1.8, 1.1, 3.2, '913254480'),
  stock('DIS', 'The Walt Disney Company', 'NYS', 'communication', '105.25', 1.7, 1.05, 11, '913255270'),
  stock('NEE', 'NextEra Energy, Inc.', 'NYS', 'utilities', '84.30', 1.4, 0.5, 9.5, '913255338'),
  stock('F', 'Ford Motor Company', 'NYS', 'discretionary', '13.12', 2.1, 1.25, 72, '913255101'),
  stock('SOFI', 'SoFi Technologies, Inc.', 'NSQ', 'financial', '26.75', 3.9, 1.9, 61, '950178653'),
  stock('NIO', 'NIO Inc. ADR', 'NYS', 'discretionary', '5.84', 3.8, 1.6, 49, '913243879'),
  stock('GRAB', 'Grab Holdings Limited', 'NSQ', 'tech', '5.21', 2.9, 1.1, 39, '950188482'),
  stock('PLUG', 'Plug Power Inc.', 'NSQ', 'industrial', '2.07', 6.1, 2, 82, '913256792', 'hard-to-borrow'),
  stock('OPK', 'OPKO Health, Inc.', 'NSQ', 'health', '1.34', 3, 1.1, 3.1, '913255347', 'no-overnight'),
  stock('TLRY', 'Tilray Brands, Inc.', 'NSQ', 'health', '1.03', 5.4, 1.5, 36, '925353495', 'hard-to-borrow'),
  stock('DNN', 'Denison Mines Corp.', 'ASE', 'energy', '0.8640', 4.2, 1.2, 58, '913254697', 'no-margin', 'no-overnight'),
  stock('CTM', 'Castellum, Inc.', 'ASE', 'tech', '0.9470', 5.2, 1, 0.9, '950191204', 'no-short', 'no-margin', 'whole-shares', 'no-overnight'),
  stock('NRT', 'North European Oil Royalty Trust', 'NYS', 'energy', '5.42', 2.4, 0.3, 0.041, '913255312', 'no-short', 'whole-shares', 'no-overnight'),
  stock('DIT', 'AMCON Distributing Company', 'ASE', 'staples', '112.60', 2.2, 0.4, 0.0021, '913254622', 'no-short', 'no-margin', 'whole-shares', 'no-overnight'),
  stock('SEB', 'Seaboard Corporation', 'ASE', 'staples', '3584.00', 1.7, 0.5, 0.0038, '913255561', 'no-short', 'whole-shares', 'no-overnight'),
  stock('UG', 'United-Guardian, Inc.', 'NSQ', 'staples', '7.86', 2.3, 0.4, 0.012, '913256974', 'no-short', 'no-margin', 'close-only', 'whole-shares', 'no-overnight'),
]
