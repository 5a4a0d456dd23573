import { useEffect, useState } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { MarketRead, MarketReadKind } from '../../../shared/domain/market/market-read.js'
import { bodyOf } from '../../bridge/stream.js'
import { useMainWindow } from '../../stores/context.js'

const READING: MarketRead = { state: 'reading', problem: null }

/** Returns whether the book or the trades of a symbol are known, and why they could not be read. */
export function useMarketRead(list: MarketReadKind, symbol: Symbol): MarketRead {
  const { openStream } = useMainWindow()
  const [latest, setLatest] = useState({ symbol, read: READING })
  useEffect(() => {
    setLatest({ symbol, read: READING })
    return openStream([{ kind: 'market-read', list, symbol }], (frame, topic) => {
      if (topic.kind !== 'market-read' || frame.kind === 'gap') return
      setLatest({ symbol, read: bodyOf(frame, topic) ?? READING })
    })
  }, [openStream, list, symbol])
  return latest.symbol === symbol ? latest.read : READING
}
