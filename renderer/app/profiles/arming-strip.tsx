import { ShieldAlert } from 'lucide-react'
import { useDesk, useSlice } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'

const words = text.profiles.arm

/**
 * A live account whose trading was not switched on in this session: everything shows, nothing is
 * sent but cancels.
 */
export function ArmingStrip() {
  const desk = useDesk()
  const off = useSlice(
    desk.above,
    (state) => state.value?.current?.environment === 'production' && !state.value.armed,
  )
  if (!off) return null
  return (
    <div className="notice">
      <ShieldAlert size={14} aria-hidden />
      <p>
        <strong>{words.look}</strong> {words.lookHint}
      </p>
      <Button size="small" onClick={() => showOverlay(desk.layout, 'arm')}>
        {words.lookDo}
      </Button>
    </div>
  )
}
