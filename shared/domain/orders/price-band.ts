import { dec } from '../decimal.js'

/**
 * How far a limit may reach through the market, as a fraction of the last price, in an order by
 * hand. A price beyond it is almost always a slip of the finger.
 */
export const PRICE_BAND = dec('0.2')
