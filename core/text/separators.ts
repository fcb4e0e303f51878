/** What may stand between the cells of a table that people upload. */
export const separators = ['COMMA', 'SEMICOLON', 'TAB', 'BAR'] as const
export type Separator = (typeof separators)[number]

export const separatorMarks = { COMMA: ',', SEMICOLON: ';', TAB: '\t', BAR: '|' } as const satisfies Record<
  Separator,
  string
>
