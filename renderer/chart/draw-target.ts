import type { IPrimitivePaneRenderer } from 'lightweight-charts'

/** The canvas of a pane, in which a layer draws in pixels of the screen or of the page. */
export type DrawTarget = Parameters<IPrimitivePaneRenderer['draw']>[0]
