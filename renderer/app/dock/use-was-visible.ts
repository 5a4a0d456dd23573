import type { IDockviewPanelProps } from 'dockview-react'
import { useEffect, useState } from 'react'

/**
 * Returns whether the panel was ever in front. One that stays behind another tab loads no code and
 * reads nothing from the broker; once shown it stays, so that its entries are not lost.
 */
export function useWasVisible(api: IDockviewPanelProps['api']): boolean {
  const [wasVisible, setWasVisible] = useState(api.isVisible)
  useEffect(() => {
    const check = (): void => {
      if (api.isVisible) setWasVisible(true)
    }
    // It may have come to the front between the first rendering and this subscription.
    check()
    const visibility = api.onDidVisibilityChange(check)
    return () => visibility.dispose()
  }, [api])
  return wasVisible
}
