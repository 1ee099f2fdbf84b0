export const longestNote = 4000;
