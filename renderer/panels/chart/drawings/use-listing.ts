import { useEffect, useMemo, useState } from 'react'
import { dec, lt, type Decimal, type Price } from '../../../../shared/domain/decimal.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { stockTickText } from '../../../../shared/domain/instruments/instrument.js'
import { listingOf, stepOf, type Listing } from '../../../../shared/domain/instruments/listing.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import { useConnected, useMainWindow } from '../../../stores/context.js'

/** Returns the price steps and the multiplier of a symbol; null until they are known. */
export function useListing(symbol: Symbol): Listing | null {
  const { invoke } = useMainWindow()
  const connected = useConnected()
  const [loaded, setLoaded] = useState<{ symbol: Symbol; listing: Listing | null } | null>(null)
  useEffect(() => {
    if (!connected) return undefined
    let isWanted = true
    void invoke('instruments.describe', { symbol }).then((reply) => {
      if (!isWanted || !reply.ok || reply.value === null) return
      setLoaded({ symbol, listing: listingOf(reply.value, 'yes') })
    })
    return () => {
      isWanted = false
    }
  }, [invoke, symbol, connected])
  return loaded?.symbol === symbol ? loaded.listing : null
}

const ONE = dec('1')
const CENT = dec('0.01')
const COIN_STEP = dec('0.0001')

/** Returns the step of a price: the listing's, or the usual one of the product. */
function usualStep(symbol: Symbol, price: Price): Decimal {
  const assetClass = symbolClass(symbol)
  if (assetClass === 'stock') return dec(stockTickText(lt(price, ONE)))
  return assetClass === 'crypto' && lt(price, ONE) ? COIN_STEP : CENT
}

/** Returns the function that gives the step of prices near a price. */
export const useStepOf = (symbol: Symbol, listing: Listing | null) =>
  useMemo(
    () =>
      (price: Price): Decimal =>
        stepOf(listing?.steps ?? [], price) ?? usualStep(symbol, price),
    [symbol, listing],
  )
