import { useConnected, useSetting } from '../../stores/context.js'
import { NotConnected } from '../../ui/states.js'
import { CryptoView } from './crypto-view.js'
import { EventsView } from './events-view.js'
import { FuturesView } from './futures-view.js'
import { SportsView } from './sports-view.js'
import { StocksView } from './stocks-view.js'
import { Store } from 'lucide-react'
import { MARKETS } from './market-bar.js'
import './markets.css'

/** Lists what can be traded besides options: stocks, futures, coins, event markets and games. */
export function MarketsPanel() {
  const connected = useConnected()
  const [market, setMarket] = useSetting('markets.market', MARKETS, 'futures')
  if (!connected) return <NotConnected icon={Store} />
  return (
    <div className="panel markets" data-testid="markets">
      {market === 'stocks' && <StocksView onMarket={setMarket} />}
      {market === 'futures' && <FuturesView onMarket={setMarket} />}
      {market === 'crypto' && <CryptoView onMarket={setMarket} />}
      {market === 'events' && <EventsView onMarket={setMarket} />}
      {market === 'sports' && <SportsView onMarket={setMarket} />}
    </div>
  )
}
