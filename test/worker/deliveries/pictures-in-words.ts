/** The words under the first picture of each of `QUESTIONS`, written by hand from the rows of the region north. */
export const PICTURES: Record<string, string> = {
  "aggregates of groups":
    "Lines of Usual customer, Best customer and Customers by Day (month). Jan 2024: Usual customer 20, Best customer 35, Customers 3; Feb 2024: Usual customer 57.5, Best customer 75, Customers 2; Mar 2024: Usual customer 52.5, Best customer 90, Customers 2.",
  "values of groups": "Bars of Customers by Purchases. 1: 2; 2: 1; 3: 1.",
  bins: "Bars of Count by Amount from. 0: 5; 50: 2.",
  "bins with labels": "Pie of Count by Size. 20–100: 5 (71.4%); 0–20: 2 (28.6%).",
  "compared fields":
    "Bars of Total and Received by Customer. Bo: Total 20, Received 5; Flo: Total 15, Received 0.",
  "the bottom two with the rest":
    "Pie of Total by Customer. Eve: 35 (12.3%); Flo: 15 (5.3%); The rest: 235 (82.5%).",
  "calculations of calculations":
    "Bars of Total and Share and a line of So far by Customer. Ada: Total 140, Share 49.1%, So far 49.1%; Bo: Total 95, Share 33.3%, So far 82.5%; Eve: Total 35, Share 12.3%, So far 94.7%; Flo: Total 15, Share 5.3%, So far 100.0%.",
  subtotals: "Bars of Total by Region and Day (month). north: Jan 2024 65, Feb 2024 115, Mar 2024 105.",
  "compared with an earlier month":
    "Bars of Total, Total (before) and Total (change) by Customer. Ada: Total 40, Total (before) 10, Total (change) 300.0%; Bo: Total 75, Total (before) 20, Total (change) 275.0%; Eve: Total (before) 35.",
  "retention with measures":
    "Heatmap of Share by Cohort (month) and Period. Jan 2024: 0 100%, 1 66.7%, 2 33.3%; Mar 2024: 0 100%. Shown: Share.",
  "a funnel with its timing":
    "Funnel of Entities by Step. seen: 3; asked: 2 (67% of first, after 35m); bought: 1 (33% of first, after 2d).",
};
