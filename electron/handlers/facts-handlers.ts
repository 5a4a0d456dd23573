import type { TradingSession } from '../core/session/trading-session.js'
import { ok } from '../../shared/domain/result.js'
import type { factsContract } from '../../shared/ipc/facts-contract.js'
import type { Handlers } from './handler.js'

type FactsHandlers = Pick<Handlers, keyof typeof factsContract>

/** Creates the operations about companies, funds and news. */
export const createFactsHandlers = (session: () => Promise<TradingSession>): FactsHandlers => ({
  'company.read': async (query) => (await session()).market.companies.read(query),
  'company.footprint': async ({ symbol, span }) => {
    const answer = await (await session()).market.companies.footprint(symbol, span)
    return answer.ok ? ok([...answer.value]) : answer
  },
  'company.imbalance': async ({ symbol, auction }) => {
    const answer = await (await session()).market.companies.imbalance(symbol, auction)
    return answer.ok ? ok({ ...answer.value, states: [...answer.value.states] }) : answer
  },
  'watchlists.edit': async ({ edit }) => (await session()).watchlists.edit(edit),
  'news.summary': async ({ symbols }) => (await session()).market.companies.news(symbols),
})
