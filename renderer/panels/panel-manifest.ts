import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { TopicKind } from '../bridge/stream.js'
import type { WindowText } from '../../shared/messages/window-text.js'

/** The id of a panel; its title is in `shared/messages`. */
export type PanelKind = keyof WindowText['panelTitles']

/**
 * The position of a panel in the default workspace; panels with the same placement are tabs of one
 * group.
 */
export type Placement = 'left' | 'centre' | 'blotter' | 'right' | 'book'

/** What the window knows about a panel before it is loaded. Each panel folder exports one. */
export interface PanelManifest {
  /** Stored in saved workspaces: never reuse an id for another panel. */
  readonly id: PanelKind
  readonly icon: LucideIcon
  readonly placement: Placement
  /** Closed in the default workspace: the person opens it from the menu or the palette. */
  readonly initially?: 'closed'
  /** The streams that it shows, from a store of the window or opened by the panel itself. */
  readonly topics: readonly TopicKind[]
  /** It shows, or chooses, the symbol of a link group. */
  readonly isLinked?: true
  /**
   * It may be open several times, each with settings of its own. Absent for a panel with one state
   * per window, such as what is typed in the ticket or the edited rows of the orders.
   */
  readonly isRepeatable?: true
  /**
   * It cannot be moved to a window of its own, because only the main window may call its
   * operations: who may trade, credentials, the practice exchange.
   */
  readonly staysInMainWindow?: true
  /** The shortcut that opens it, in the notation of `app/commands/keys.ts`; null for none. */
  readonly shortcut: string | null
  /** Loads the component when the panel is shown for the first time. */
  readonly load: () => Promise<ComponentType>
}
