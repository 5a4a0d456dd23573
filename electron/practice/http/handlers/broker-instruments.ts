import type { Handlers } from '../handler.js'
import { instrumentHandlers } from './instruments.js'

/** The instruments are those of the Trading API. */
export const brokerInstrumentHandlers: Pick<Handlers, 'broker.stocks.list'> = {
  'broker.stocks.list': (request, call) => instrumentHandlers['trading.stocks.list'](request, call),
}
