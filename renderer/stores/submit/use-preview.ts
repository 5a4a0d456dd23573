import { useEffect, useRef, useState } from 'react'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { useMainWindow } from '../context.js'
import { createPreviewer, type Preview, type Previewer } from './previewer.js'

/** Returns the broker's estimate of the current draft, requested after a pause in typing. */
export function usePreview(draft: OrderDraft | null): readonly [Preview, () => void] {
  const { invoke, now } = useMainWindow()
  const [preview, setPreview] = useState<Preview>({ phase: 'idle' })
  const previewer = useRef<Previewer | null>(null)
  useEffect(() => {
    const instance = createPreviewer({
      invoke,
      now,
      onChange: setPreview,
      after: (delayMs, run) => {
        const timer = setTimeout(run, delayMs)
        return () => clearTimeout(timer)
      },
    })
    previewer.current = instance
    return () => instance.dispose()
  }, [invoke, now])
  useEffect(() => previewer.current?.show(draft), [draft])
  return [preview, () => previewer.current?.retry()]
}
