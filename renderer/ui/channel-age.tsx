import type { Channel } from '../../shared/domain/session/health.js'
import { useText } from '../language/window-text.js'
import { useMainWindow, useSlice } from '../stores/context.js'
import { useEvery } from './every.js'
import { Stale } from './states.js'
import { explainByTab } from './hints/hint.js'
import { usePaintedStaleSince } from './paint/use-painted-stale-since.js'

/**
 * The age of a channel's data while the channel is silent; nothing while it is live. Market data of
 * the sandbox says that it is delayed.
 */
export function ChannelAge({
  channel,
  gap = false,
}: {
  readonly channel: Channel
  readonly gap?: boolean
}) {
  const mainWindow = useMainWindow()
  const since = usePaintedStaleSince(channel)
  const age =
    since !== null ? (
      <Counting since={since} now={mainWindow.now} />
    ) : gap ? (
      <Stale ageMs={null} />
    ) : null
  return (
    <>
      {channel === 'market' && <Delayed />}
      {age}
    </>
  )
}

/** Says that prices are delayed, in the environment where they are. */
function Delayed() {
  const { delayed, delayedHint } = useText().profiles
  const environment = useSlice(
    useMainWindow().appState,
    (state) => state.value?.current?.environment ?? null,
  )
  if (environment !== 'sandbox') return null
  return (
    <span className="badge warn" {...explainByTab(delayedHint)} data-testid="delayed">
      {delayed}
    </span>
  )
}

function Counting({ since, now }: { readonly since: number; readonly now: () => number }) {
  useEvery(1_000)
  return <Stale ageMs={Math.max(0, now() - since)} />
}
