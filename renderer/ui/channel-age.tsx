import type { Channel } from '../../shared/domain/session/health.js'
import { useMainWindow, useStaleSince } from '../stores/context.js'
import { useEvery } from './every.js'
import { Stale } from './states.js'

/** The age of a channel's data while the channel is silent; nothing while it is live. */
export function ChannelAge({
  channel,
  gap = false,
}: {
  readonly channel: Channel
  readonly gap?: boolean
}) {
  const mainWindow = useMainWindow()
  const since = useStaleSince(channel)
  if (since !== null) return <Counting since={since} now={mainWindow.now} />
  return gap ? <Stale ageMs={null} /> : null
}

function Counting({ since, now }: { readonly since: number; readonly now: () => number }) {
  useEvery(1_000)
  return <Stale ageMs={Math.max(0, now() - since)} />
}
