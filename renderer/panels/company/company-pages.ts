/** What a symbol is about; each kind has its own sections. */
export type SubjectKind = 'company' | 'fund' | 'futures'

export type Group =
  | 'overview'
  | 'financials'
  | 'analysts'
  | 'payouts'
  | 'flow'
  | 'peers'
  | 'holdings'
  | 'documents'

/** A table of one group. */
export type Page =
  | 'income'
  | 'balance'
  | 'cash-flow'
  | 'indicators'
  | 'earnings'
  | 'forecasts'
  | 'dividends'
  | 'actions'
  | 'flow'
  | 'footprint'
  | 'auctions'
  | 'industry'
  | 'filings'
  | 'fund-holdings'
  | 'fund-values'
  | 'fund-dividends'
  | 'fund-splits'
  | 'fund-files'
  | 'fund-ratings'

/** The tables of each group, by the kind of the subject. The first group is shown first. */
export const PAGES: Readonly<
  Record<SubjectKind, Readonly<Partial<Record<Group, readonly Page[]>>>>
> = {
  company: {
    overview: [],
    financials: ['income', 'balance', 'cash-flow', 'indicators'],
    analysts: ['earnings', 'forecasts'],
    payouts: ['dividends', 'actions'],
    flow: ['flow', 'footprint', 'auctions'],
    peers: ['industry'],
    documents: ['filings'],
  },
  fund: {
    overview: [],
    holdings: ['fund-holdings', 'fund-values'],
    payouts: ['fund-dividends', 'fund-splits', 'actions'],
    flow: ['flow', 'footprint', 'auctions'],
    documents: ['fund-files', 'fund-ratings'],
  },
  futures: { flow: ['footprint'] },
}

export const GROUPS: Readonly<Record<SubjectKind, readonly Group[]>> = {
  company: Object.keys(PAGES.company) as Group[],
  fund: Object.keys(PAGES.fund) as Group[],
  futures: Object.keys(PAGES.futures) as Group[],
}
