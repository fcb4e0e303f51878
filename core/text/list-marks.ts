/** The commas and semicolons that separate a list in the scripts of our languages, for a class of a regular expression. */
export const LIST_MARKS = ',;،؛、，；'
