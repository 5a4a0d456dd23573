/**
 * What the practice exchange charges, which its ledger computes by and its explanation in the
 * window states. The rates are modeled on the fees that US brokers pass on; these change every
 * year, so treat the figures as the simulation's own.
 */
export const PRACTICE_FEES = {
  /**
   * Stocks: Section 31 of the Securities Exchange Act on the value of sales; FINRA's trading
   * activity fee (FINRA By-Laws, Schedule A, section 1) on shares sold, capped per order; the
   * consolidated audit trail on shares bought and sold.
   */
  stock: {
    secPerMillionCents: 2_060,
    tafPerShareMicros: 195,
    tafCapCents: 979,
    catPerShareTenthMicros: 30,
  },
  /**
   * Options, in hundred-thousandths of a dollar per contract: the options regulatory fee, clearing,
   * the exchange's own fee for an index, FINRA's trading activity fee on sales, the audit trail.
   */
  option: { regulatory: 2_300, clearing: 2_500, index: 50_000, activity: 279, trail: 35 },
  /** Futures: the commission per contract and side, beside the exchange's fee of each contract. */
  futures: { commissionCents: 125 },
  /** Event contracts: per mille of contracts × price × (1 − price). */
  events: { feePerMille: 70 },
} as const
