import type { Evaluated, Finding } from './decision.ts'
import {
  type ResidentSeverity,
  type ResidentValidationCode,
  residentSeverities,
  residentValidationCodes,
} from './enums.ts'

/** Returns the findings in the order of `residentValidationCodes`. */
export const inCodeOrder = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted(
    (a, b) => residentValidationCodes.indexOf(a.code) - residentValidationCodes.indexOf(b.code),
  )

/** Returns the most severe of the findings; null without any. */
export const mostSevere = (findings: readonly Finding[]): ResidentSeverity | null =>
  residentSeverities.find((severity) => findings.some((finding) => finding.severity === severity)) ?? null

export const hasCode = (findings: readonly Finding[], ...codes: ResidentValidationCode[]): boolean =>
  findings.some(({ code }) => codes.includes(code))

/** Whether another row of the same person counts instead of this one. */
export const isSuperseded = ({ findings }: Pick<Evaluated, 'findings'>): boolean =>
  findings.some(({ code, severity }) => code === 'MORE_RECENT_LEASE_EXISTS' && severity === 'SKIP')
