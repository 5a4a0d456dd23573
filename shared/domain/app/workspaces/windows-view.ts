import type { Symbol } from '../../ids.js'
import type { TicketValues } from './workspaces.schema.js'
import type { PanelWindowId, WorkspaceId } from './workspaces.js'

/** A point on the screens, in device-independent px. */
export interface ScreenPoint {
  readonly x: number
  readonly y: number
}

export interface WorkspaceSummary {
  readonly id: WorkspaceId
  readonly name: string
}

/** A window beside the main window, with the panels in it. */
export interface PanelWindowView {
  readonly id: PanelWindowId
  readonly panels: readonly string[]
  /** False once it was closed: the main window takes its panels. */
  readonly isOpen: boolean
}

/** A panel that a window requested in another window. */
export interface PanelRequest {
  /** Increases with every request. */
  readonly nonce: number
  /** Null for the main window. */
  readonly window: PanelWindowId | null
  readonly panel: string
  readonly part: string | null
}

/** Values that a window put into the ticket of another window. */
export interface TicketRequest {
  /** Increases with every request. */
  readonly nonce: number
  /** Null for the main window. */
  readonly window: PanelWindowId | null
  readonly values: TicketValues
}

/** What every window knows of the workspaces and of the other windows. */
export interface WindowsView {
  /** Null until the workspaces were read. */
  readonly current: WorkspaceId | null
  readonly workspaces: readonly WorkspaceSummary[]
  /** The symbols of the link groups, by group. */
  readonly symbols: Readonly<Record<string, Symbol | null>>
  readonly windows: readonly PanelWindowView[]
  readonly request: PanelRequest | null
  /** Apart from the requested panel: a stream passes on the last state only. */
  readonly ticket: TicketRequest | null
  /** Increases with every change of a preference. */
  readonly preferences: number
  /** Increases with every change of `symbols`. */
  readonly revision: number
}
