import { Newspaper, RefreshCw } from 'lucide-react'
import { useCallback } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import type { NewsSummary } from '../../../shared/domain/reference/news.js'
import type { Invoke } from '../../bridge/client.js'
import { clockStamp, timeHint } from '../../format/time.js'
import { describeError } from '../../language/error-message.js'
import { usePanelText } from '../../language/panel-text.js'
import {
  useActiveSymbol,
  useConnected,
  useMainWindow,
  useSetting,
  useSlice,
} from '../../stores/context.js'
import { watchlistOf } from '../../stores/preferences.js'
import { Button, IconButton } from '../../ui/button.js'
import { Segments } from '../../ui/segments.js'
import { Empty, NotConnected, Skeleton } from '../../ui/states.js'
import { ReadAge } from '../../ui/reading/read-age.js'
import { useRead } from '../../ui/reading/use-read.js'
import { useSettled } from '../../ui/reading/use-settled.js'
import { NewsParts } from './news-parts.js'
import './news.css'
import { explainByTab } from '../../ui/hints/hint.js'

const SCOPES = ['symbol', 'watchlist'] as const
const SETTLE_MS = 400
/** The most symbols of one summary (shared/ipc/facts-contract.ts). */
const MAX_SYMBOLS = 50

/** True for stocks and funds, which are all that the broker writes about (MARKET-8). */
const hasNews = (symbol: Symbol): boolean => symbolClass(symbol) === 'stock'

/** A summary of the news about the linked symbol, or about the watchlist. */
export function NewsPanel() {
  const text = usePanelText()
  const connected = useConnected()
  const { preferences } = useMainWindow()
  const [scope, setScope] = useSetting('news.scope', SCOPES, 'symbol')
  const active = useActiveSymbol()
  const stocks = useSlice(preferences, watchlistOf).filter(hasNews)
  const scopeSymbols =
    scope === 'watchlist'
      ? stocks.slice(0, MAX_SYMBOLS).join()
      : active !== null && hasNews(active)
        ? active
        : ''
  const symbols = useSettled(scopeSymbols, SETTLE_MS)
  const read = useCallback(
    (invoke: Invoke, key: string) =>
      invoke('news.summary', { symbols: key.split(',') as Symbol[] }),
    [],
  )
  const state = useRead(symbols === '' || !connected ? null : symbols, read)
  if (!connected) return <NotConnected icon={Newspaper} />
  return (
    <div className="panel" data-testid="news">
      <div className="panel-bar">
        <Segments
          label={text.news.scope}
          value={scope}
          onValue={setScope}
          options={SCOPES.map((value) => ({ value, label: text.news.scopes[value] }))}
        />
        {scope === 'symbol' && active !== null && <strong>{active}</strong>}
        <span className="spring" />
        <ReadAge state={state} />
        <IconButton
          icon={RefreshCw}
          label={text.news.refresh}
          disabled={symbols === ''}
          onClick={state.reload}
        />
      </div>
      <div className="panel-body news-body" tabIndex={0} role="region" aria-label={text.news.scope}>
        <NewsBody scope={scope} active={active} symbols={symbols} state={state} />
      </div>
      {state.phase === 'ready' && symbols !== '' && (
        <NewsFoot readAt={state.readAt} shown={Math.min(stocks.length, MAX_SYMBOLS)}>
          {scope === 'watchlist' ? stocks.length : 0}
        </NewsFoot>
      )}
    </div>
  )
}

function NewsBody({
  scope,
  active,
  symbols,
  state,
}: {
  readonly scope: (typeof SCOPES)[number]
  readonly active: Symbol | null
  readonly symbols: string
  readonly state: ReturnType<typeof useRead<NewsSummary>>
}) {
  const text = usePanelText()
  if (symbols === '') {
    if (scope === 'watchlist') {
      return <Empty icon={Newspaper} title={text.news.noStocks} hint={text.news.noStocksHint} />
    }
    return active === null ? (
      <Empty icon={Newspaper} title={text.company.pick} hint={text.company.pickHint} />
    ) : (
      <Empty icon={Newspaper} title={text.news.unsupported} hint={text.news.unsupportedHint} />
    )
  }
  if (state.phase === 'loading') return <Skeleton rows={6} />
  if (state.phase === 'failed') {
    const { title, detail } = describeError(state.error)
    return (
      <Empty icon={Newspaper} title={text.news.failed} hint={detail ?? title}>
        <Button onClick={state.reload}>{text.states.retry}</Button>
      </Empty>
    )
  }
  if (state.value.parts.length === 0) {
    return <Empty icon={Newspaper} title={text.news.none} hint={text.news.noneHint} />
  }
  return <NewsParts parts={state.value.parts} />
}

/** Says who wrote the summary and when it was read. */
function NewsFoot({
  readAt,
  shown,
  children: all,
}: {
  readonly readAt: number
  readonly shown: number
  readonly children: number
}) {
  const text = usePanelText().news
  const { session } = useMainWindow()
  const time = readAt + (session.getState().value?.exchangeOffsetMs ?? 0)
  return (
    <p className="news-foot" {...explainByTab(timeHint(time))}>
      {text.asOf(clockStamp(time))} {all > shown && text.limited(shown, all)}
    </p>
  )
}
