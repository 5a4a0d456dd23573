import {
  ColorType,
  CrosshairMode,
  LineStyle,
  PriceScaleMode,
  TickMarkType,
  type AreaSeriesPartialOptions,
  type BarSeriesPartialOptions,
  type BaselineSeriesPartialOptions,
  type CandlestickSeriesPartialOptions,
  type ChartOptions,
  type DeepPartial,
  type PriceLineOptions,
  type Time,
} from 'lightweight-charts'
import { isDayOrLonger, type Timespan } from '../../shared/domain/market/bar.js'
import {
  barTimeText,
  fromAxis,
  markText,
  zoneMark,
  type MarkKind,
  type TimeStyle,
} from './axis-time.js'
import type { PriceScale } from './appearance.js'
import { toNumber } from './number.js'
import type { OwnLine } from './order-lines.js'
import type { ChartTheme } from './theme.js'

const MARKS: Record<TickMarkType, MarkKind> = {
  [TickMarkType.Year]: 'year',
  [TickMarkType.Month]: 'month',
  [TickMarkType.DayOfMonth]: 'day',
  [TickMarkType.Time]: 'time',
  [TickMarkType.TimeWithSeconds]: 'seconds',
}

const seconds = (time: Time): number => (typeof time === 'number' ? time : 0)

export function chartOptions(
  theme: ChartTheme,
  timespan: Timespan,
  { locale, zone }: TimeStyle,
): DeepPartial<ChartOptions> {
  return {
    layout: {
      background: { type: ColorType.Solid, color: theme.surface },
      textColor: theme.text,
      fontFamily: theme.fontFamily,
      fontSize: theme.fontSize,
      panes: {
        separatorColor: theme.border,
        separatorHoverColor: theme.border,
        enableResize: false,
      },
      // The library's logo injects a <style> and uses innerHTML, both forbidden by the content
      // security policy; the panel shows the link as text.
      attributionLogo: false,
    },
    grid: { vertLines: { color: theme.grid }, horzLines: { color: theme.grid } },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: {
        color: theme.crosshair,
        labelBackgroundColor: theme.crosshairLabel,
        width: 1,
        style: LineStyle.Dashed,
      },
      horzLine: {
        color: theme.crosshair,
        labelBackgroundColor: theme.crosshairLabel,
        width: 1,
        style: LineStyle.Dashed,
      },
    },
    rightPriceScale: {
      borderColor: theme.border,
      scaleMargins: { top: 0.11, bottom: 0.24 },
      minimumWidth: 64,
    },
    timeScale: {
      borderColor: theme.border,
      timeVisible: true,
      secondsVisible: timespan.startsWith('S'),
      rightOffset: 6,
      minBarSpacing: 0.4,
      // Zoomed out, many bars share a pixel; merging them sustains 60 frames a second.
      enableConflation: true,
      tickMarkFormatter: (time: Time, type: TickMarkType) => {
        // The axis cuts days at the exchange's midnight.
        const style: TimeStyle = { locale, zone: isDayOrLonger(timespan) ? 'exchange' : zone }
        const instant = fromAxis(seconds(time))
        return markText(instant, zoneMark(instant, MARKS[type], style.zone), style)
      },
    },
    localization: {
      locale,
      timeFormatter: (time: Time) => barTimeText(fromAxis(seconds(time)), timespan, locale, zone),
    },
    // The panel handles the keys itself, in fixed steps.
    kineticScroll: { mouse: false, touch: true },
  }
}

export const candleOptions = (theme: ChartTheme): CandlestickSeriesPartialOptions => ({
  upColor: theme.up,
  downColor: theme.down,
  borderUpColor: theme.up,
  borderDownColor: theme.down,
  wickUpColor: theme.up,
  wickDownColor: theme.down,
})

export const barOptions = (theme: ChartTheme): BarSeriesPartialOptions => ({
  upColor: theme.up,
  downColor: theme.down,
  thinBars: true,
})

export const areaOptions = (theme: ChartTheme): AreaSeriesPartialOptions => ({
  lineColor: theme.line,
  lineWidth: 2,
  topColor: theme.lineFill,
  bottomColor: theme.lineFaint,
})

/** Above and below a base price. */
export const baselineOptions = (theme: ChartTheme): BaselineSeriesPartialOptions => ({
  topLineColor: theme.up,
  topFillColor1: theme.volumeUp,
  topFillColor2: theme.lineFaint,
  bottomLineColor: theme.down,
  bottomFillColor1: theme.lineFaint,
  bottomFillColor2: theme.volumeDown,
  lineWidth: 2,
})

export const SCALE_MODES: Readonly<Record<PriceScale, PriceScaleMode>> = {
  linear: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
}

/**
 * Returns the style of an order or position line: orders solid, triggers dashed, the position
 * dotted; uncertain orders in the warning color.
 */
export function lineOptions(line: OwnLine, title: string, theme: ChartTheme): PriceLineOptions {
  const color = line.uncertain
    ? theme.uncertain
    : line.kind === 'position'
      ? theme.position
      : line.side === 'buy'
        ? theme.buy
        : theme.sell
  return {
    id: line.id,
    price: toNumber(line.price),
    color,
    lineWidth: line.kind === 'position' ? 2 : 1,
    lineStyle:
      line.kind === 'position'
        ? LineStyle.SparseDotted
        : line.kind === 'stop'
          ? LineStyle.Dashed
          : LineStyle.Solid,
    lineVisible: true,
    axisLabelVisible: true,
    title,
    axisLabelColor: color,
    axisLabelTextColor: theme.surface,
  }
}
