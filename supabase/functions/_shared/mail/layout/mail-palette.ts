/** The site's colours, and the same by night. Each pair of text and ground has a contrast of 4.5 to 1 or more. */
export type MailPalette = {
  page: string;
  card: string;
  ink: string;
  text: string;
  soft: string;
  line: string;
  header: string;
  headerText: string;
  accent: string;
  button: string;
  buttonText: string;
};

export const lightPalette: MailPalette = {
  page: '#e9e4d8',
  card: '#fcfbf7',
  ink: '#0b1512',
  text: '#26352f',
  soft: '#46534d',
  line: '#d8d3c5',
  header: '#06120e',
  headerText: '#fcfbf7',
  accent: '#e6c25a',
  button: '#12382d',
  buttonText: '#fcfbf7',
};

export const darkPalette: MailPalette = {
  page: '#06120e',
  card: '#12211c',
  ink: '#fcfbf7',
  text: '#e2e4dc',
  soft: '#b9c6bf',
  line: '#33453e',
  header: '#0b1a15',
  headerText: '#fcfbf7',
  accent: '#e6c25a',
  button: '#e6c25a',
  buttonText: '#0b1512',
};
