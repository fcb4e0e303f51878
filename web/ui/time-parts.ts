/** Splits "Tue, Dec 1, 9:00 AM" where a line may end: after a comma, so that neither "Dec 1" nor "9:00 AM" is torn apart. */
export const partsOfMoment = (text: string): string[] => text.replace(/([,،]) /g, '$1\n').split('\n')

/** Splits "4 hr 18 min left" where a line may end: not between a number and its unit. */
export const partsOfLength = (text: string): string[] => text.replace(/(\D) /g, '$1\n').split('\n')
