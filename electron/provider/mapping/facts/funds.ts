import { asMoney, dec, mul, trim } from '../../../../shared/domain/decimal.js'
import {
  FUND_ASSETS,
  type FundAllocation,
  type FundBrief,
  type FundDividend,
  type FundFile,
  type FundRating,
  type FundSplit,
} from '../../../../shared/domain/reference/fundamentals.js'
import type { FUNDAMENTAL_OPERATIONS } from '../../../../shared/wire/families/company/fundamentals.js'
import type { ResponseOf } from '../../../../shared/wire/operation.js'
import { money } from '../values.js'

type Response<K extends keyof typeof FUNDAMENTAL_OPERATIONS> = ResponseOf<
  (typeof FUNDAMENTAL_OPERATIONS)[K]
>

/** Converts what a fund is for, and who manages it (MARKET-9). */
export const toFundBrief = (record: Response<'fundBrief'>): FundBrief => ({
  name: record.name,
  launched: record.launch_date,
  benchmark: record.benchmark,
  objective: record.investment_objective,
  assets: money(record.aum),
  issuer: record.issuer,
  custodian: record.custodian,
  managers: record.managers.map((manager) => ({
    name: manager.name,
    title: manager.title,
    since: manager.start_date,
    until: manager.end_date,
  })),
})

const HUNDRED = dec('100')

/** Converts what a fund holds; the wire's ratio is a fraction, as every ratio of it (MARKET-9). */
export const toFundAllocation = (record: Response<'fundAllocation'>[number]): FundAllocation => ({
  date: record.date,
  assets: money(record.aum),
  parts: FUND_ASSETS.map((asset) => {
    const { value, ratio } = record[asset]
    return {
      asset,
      value: money(value),
      percent: ratio === null ? null : trim(mul(ratio, HUNDRED)),
    }
  }),
})

export const toFundDividend = (
  record: Response<'fundDividends'>['data'][number],
): FundDividend => ({
  exDate: record.share_date,
  published: record.publish_date,
  payDate: record.pay_date,
  recordDate: record.record_date,
  amount: asMoney(record.dps),
})

export const toFundRating = (record: Response<'fundRating'>[number]): FundRating => ({
  date: record.rating_date,
  agency: record.rating_agency,
  cycle: record.rating_cycle,
  result: record.rating_results,
})

export const toFundFile = (record: Response<'fundFiles'>[number]): FundFile => ({
  name: record.file_name,
  url: record.url,
  published: record.publish_date,
})

export const toFundSplit = (record: Response<'fundSplits'>[number]): FundSplit => ({
  date: record.split_date,
  kind: record.split_type,
  before: record.from,
  after: record.to,
})
