import type { Disposer } from '../../../shared/domain/brand.js'
import type { Topic } from '../../../shared/ipc/streams.js'
import type { Feed } from '../../handlers/feeds.js'
import {
  applicationFeed,
  assistantFeed,
  feedOf,
  institutionFeed,
  isAssistantTopic,
  updatesFeed,
} from '../../handlers/topics.js'
import { windowsFeed } from '../../handlers/workspace-handlers.js'
import type { Assistants } from '../assistants/assistants.js'
import type { LateConsole } from '../institution/late-institution.js'
import type { RevealingState } from '../notifications/revealed-order.js'
import type { SessionHolder } from '../session/session-holder.js'
import type { LateUpdates } from '../updates/late-updates.js'
import type { Workspaces } from '../workspaces/workspaces.js'

interface WindowFeedsDeps {
  readonly holder: SessionHolder
  readonly assistants: Pick<Assistants, 'host' | 'services'>
  readonly appState: RevealingState
  readonly institution: Pick<LateConsole, 'get'>
  readonly workspaces: Workspaces
  readonly updates: LateUpdates
}

/** Finds the part of the application that feeds a topic of the windows' streams. */
export class WindowFeeds {
  readonly #deps: WindowFeedsDeps

  constructor(deps: WindowFeedsDeps) {
    this.#deps = deps
  }

  /** Calls the listener when the feeds of open streams end, because their session was replaced. */
  onReplaced(listener: () => void): Disposer {
    const { assistants, holder } = this.#deps
    const stops = [holder.onReplaced(listener), assistants.host.onShadowChanged(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** Returns the feed of a topic; waits for the session that it belongs to. */
  async feedOf(topic: Topic): Promise<Feed> {
    const { appState, assistants, holder, institution, updates, workspaces } = this.#deps
    if (topic.kind === 'app') return applicationFeed(appState)
    if (topic.kind === 'windows') return windowsFeed(workspaces)
    if (topic.kind === 'updates') return updatesFeed(updates)
    if (topic.kind === 'institution-events') return institutionFeed(await institution.get(), topic)
    if (!isAssistantTopic(topic)) return feedOf(await holder.get(), topic)
    const { windowChanges } = await assistants.services.assistantSession()
    return assistantFeed(assistants.services, topic, windowChanges)
  }
}
