export const rulesPath = (lot_id: string): string => `/lots/${lot_id}/rules`
/** Returns the path of a rule set, or of a new one with `new`; optionally of a version. */
export const ruleSetPath = (lot_id: string, rule_set_id: string, version?: number): string =>
  `${rulesPath(lot_id)}/${rule_set_id}${version === undefined ? '' : `?version=${version}`}`
