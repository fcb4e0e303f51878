/** Until how many days after its end driver and host of a reservation can write to each other. */
export const MESSAGE_DAYS = 7

/** Maximum length of a message, in characters. */
export const MESSAGE_LENGTH = 1000
