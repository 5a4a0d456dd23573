import type { Symbol } from '../../../shared/domain/ids.js'
import { parseOcc } from '../../../shared/domain/instruments/option.js'

/** True for what the broker streams; options are not, so their quotes are polled (MARKET-2). */
export const isStreamed = (symbol: Symbol): boolean => parseOcc(symbol) === null
