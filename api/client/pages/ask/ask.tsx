import {AskPage} from "./ask-page.tsx";
import {NewQuestion} from "./new-question.tsx";

/** A new question to the data in one's own words. What shows answers is loaded when the person begins to type. */
export default function Ask() {
  return <AskPage>{({canAsk, hindrance}) => <NewQuestion canAsk={canAsk}>{hindrance}</NewQuestion>}</AskPage>;
}
