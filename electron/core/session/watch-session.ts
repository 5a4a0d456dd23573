import type { Disposer } from '../../../shared/domain/brand.js'
import { followFills } from './follow-fills.js'
import { haltOnFaults } from './halts/halt-on-faults.js'
import { onUnreadable } from '../health.js'
import { logStart } from './session-lifecycle.js'
import type { TradingSessionOptions } from './session-options.js'
import type { SessionCore } from './session-core.js'

/** Starts what follows the session's parts; returns the function that ends it. */
export function watchSession(options: TradingSessionOptions, core: SessionCore): Disposer {
  const { graph, lifecycle, gate, changed } = core
  const { projection, portfolio, realized, personalLimits, tradeJournal } = graph
  const stops = [
    followFills({
      projection,
      portfolio,
      records: () => [realized, tradeJournal, personalLimits],
      isReady: () => lifecycle.ready,
    }),
    ...haltOnFaults({
      ...options,
      graph,
      isReady: () => lifecycle.ready,
      halt: (why) => gate.halt(why),
      changed,
    }),
    ...publishChanges(core),
    logStart(graph, options.log),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Publishes the session view again when a part of it changes. */
function publishChanges({ graph, views, changed }: SessionCore): readonly Disposer[] {
  const { auth, provider, market, health } = graph
  let apiState = health.state('api')
  return [
    auth.onChange(changed),
    provider.appToken.onState(changed),
    market.onOffset(changed),
    market.onHealth(() => health.report('market', market.health)),
    onListsComplete({ graph, views }, changed),
    onUnreadable(provider.api, changed),
    health.subscribe(() => {
      if (health.state('api') === apiState) return
      apiState = health.state('api')
      changed()
    }),
  ]
}

/** Calls the listener when the last account's list of open orders was read to its end. */
function onListsComplete(
  { graph, views }: Pick<SessionCore, 'graph' | 'views'>,
  listener: () => void,
): Disposer {
  let wasListed = false
  return graph.reconciler.onListPage(() => {
    const { ordersListed } = views.session()
    if (ordersListed && !wasListed) listener()
    wasListed = ordersListed
  })
}
