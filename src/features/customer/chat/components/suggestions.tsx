const questions = [
  'What are your prices?',
  'When are you open?',
  'Which areas do you serve?',
  'How do I pay?',
  'How do I cancel?',
];

/** What most people ask, for those who would rather not type. */
export function Suggestions({ onChoose }: { onChoose: (question: string) => void }) {
  return (
    <ul aria-label="Common questions" className="chat-suggestions">
      {questions.map((question) => (
        <li key={question}>
          <button type="button" className="chat-suggestion" onClick={() => onChoose(question)}>
            {question}
          </button>
        </li>
      ))}
    </ul>
  );
}
