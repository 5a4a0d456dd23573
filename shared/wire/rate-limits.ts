import type { RateLimit } from './operation.js'

const limit = (count: number, seconds: number): RateLimit => ({ count, seconds })
const sandboxDefault = limit(30, 60)

/** The provider's published table (LIMITS-1); rows that are assumed are marked there. */
export const LIMITS = {
  token: { production: limit(10, 10), sandbox: limit(10, 10) },
  /** ASSUMPTION: not published for client tokens. */
  clientTokens: { production: limit(10, 10), sandbox: limit(10, 10) },
  accounts: { production: limit(10, 30), sandbox: sandboxDefault },
  orderReads: { production: limit(2, 2), sandbox: sandboxDefault },
  orderWrites: { production: limit(600, 60), sandbox: sandboxDefault },
  batchPlace: { production: limit(150, 60), sandbox: sandboxDefault },
  preview: { production: limit(150, 10), sandbox: sandboxDefault },
  marketData: { production: limit(60, 60), sandbox: sandboxDefault },
  /** The additional limit of the two crypto reads (MARKET-4). */
  cryptoBurst: limit(1, 1),
  otherReads: { production: limit(60, 60), sandbox: sandboxDefault },
  /** All calls of one user on the OAuth host together. */
  connect: { production: limit(90, 60), sandbox: limit(90, 60) },
} as const

/** The limit of all market data HTTP operations together (LIMITS-1). */
export const MARKET_DATA_TOTAL: RateLimit = limit(300, 60)
