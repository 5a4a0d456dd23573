import { LayoutPanelLeft } from 'lucide-react'
import { useMainWindow } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Empty } from '../../ui/states.js'

/** Shown when every panel has been closed. */
export function DockEmpty() {
  const text = useText()
  const { layout } = useMainWindow()
  return (
    <Empty icon={LayoutPanelLeft} title={text.dock.empty} hint={text.dock.emptyHint}>
      <Button onClick={() => showOverlay(layout, 'reset-workspace')}>{text.settings.reset}</Button>
    </Empty>
  )
}
