export const rulesPath = (lot_id: string): string => `/lots/${lot_id}/rules`
/** A rule set, or `new` for one that is not there yet; a version of it, or the one in force. */
export const ruleSetPath = (lot_id: string, rule_set_id: string, version?: number): string =>
  `${rulesPath(lot_id)}/${rule_set_id}${version === undefined ? '' : `?version=${version}`}`
