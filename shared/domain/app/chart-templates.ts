import { z } from 'zod'

export const MAX_CHART_TEMPLATES = 40
export const MAX_TEMPLATE_NAME = 40
const MAX_INDICATORS_TEXT = 600

/** Indicators with their parameters under a name, as the charts store them. */
export const zChartTemplate = z.strictObject({
  name: z.string().min(1).max(MAX_TEMPLATE_NAME),
  indicators: z.string().min(1).max(MAX_INDICATORS_TEXT),
})
export type ChartTemplate = Readonly<z.output<typeof zChartTemplate>>
