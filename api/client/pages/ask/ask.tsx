import {AskPage} from "./ask-page.tsx";
import {NewQuestion} from "./new-question.tsx";

/**
 * The page of a new question in one's own words. The code that shows answers is loaded when the person begins to type.
 */
export default function Ask() {
  return <AskPage>{({canAsk, obstacle}) => <NewQuestion canAsk={canAsk}>{obstacle}</NewQuestion>}</AskPage>;
}
