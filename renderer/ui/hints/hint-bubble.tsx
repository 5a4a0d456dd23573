import { useMemo, useRef } from 'react'
import { useOverlayPosition } from 'react-aria/useOverlayPosition'
import { createPortal } from 'react-dom'
import type { ShownHint } from './hint-watch.js'

const GAP_PX = 6
const EDGE_PX = 4

/**
 * A hint below its element, or above it where the window ends. It lets every press through to what
 * is under it.
 */
export function HintBubble({ hint: { anchor, text } }: { readonly hint: ShownHint }) {
  const bubble = useRef<HTMLDivElement>(null)
  const target = useMemo(() => ({ current: anchor }), [anchor])
  const { overlayProps } = useOverlayPosition({
    targetRef: target,
    overlayRef: bubble,
    placement: 'bottom',
    offset: GAP_PX,
    containerPadding: EDGE_PX,
    isOpen: true,
  })
  return createPortal(
    <div
      ref={bubble}
      className="tip"
      role="tooltip"
      {...overlayProps}
      // Below the lock, unlike the library's own.
      style={{ ...overlayProps.style, zIndex: undefined }}
    >
      {text}
    </div>,
    document.body,
  )
}
