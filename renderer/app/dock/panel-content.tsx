import { useEffect, useSyncExternalStore } from 'react'
import type { PanelCode } from '../../panels/panel-code.js'
import { Skeleton } from '../../ui/states.js'

/** A panel, or gray rows while its code is loaded. Throws when the code cannot be loaded. */
export function PanelContent({ code }: { readonly code: PanelCode }) {
  const state = useSyncExternalStore(code.subscribe, code.state)
  useEffect(() => void code.load(), [code])
  switch (state.kind) {
    case 'absent':
      return <Skeleton />
    case 'failed':
      throw state.error
    case 'loaded':
      return <state.component />
  }
}
